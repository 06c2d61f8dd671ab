/**
 * Feature maps: attributes φ(x) of the attributes x of a position, so that a linear model over φ(x) is as powerful as a kernel machine, and its cost grows with the
 * size of φ instead of the number of support points.
 *
 * <p>{@link org.espalier.feature.map.MappedFeatures} puts a {@link org.espalier.feature.map.FeatureMap} behind any extractor. It is an extractor like any other, so
 * every model, loss and optimiser can use it:
 *
 * <pre>{@code
 * FeatureMap map = FeatureMap.parse("fourier(gamma=0.02,size=1000)");
 * Model model = new Trainer(new MappedFeatures(new GivenAttributes(), map), TrainingOptions.DEFAULTS).train(sequences);
 * }</pre>
 *
 * <p>Both maps here come from a kernel K: ⟨φ(x), φ(z)⟩ is K(x, z) for {@link org.espalier.feature.map.PolynomialMap}, and close to it for
 * {@link org.espalier.feature.map.FourierMap}. Nothing is fitted to the data, and the model file keeps a few numbers.
 */
@NullMarked
package org.espalier.feature.map;

import org.jspecify.annotations.NullMarked;
