/**
 * The chain: one state per token, and a step from each state to the next.
 *
 * <p>{@link org.espalier.structure.chain.Trellis} numbers the parts, {@link org.espalier.structure.chain.Transitions} says which
 * steps have one, {@link org.espalier.structure.chain.Path} is an output, and {@link org.espalier.structure.chain.AllowedStates} is the
 * gold standard: the states that each token may have. {@link org.espalier.structure.chain.ChainTopology} makes the chains of a model
 * and names its families of features.
 *
 * <h2>States are not labels</h2>
 *
 * <p>In the plain chain a state is a label. All other chains here have states that know more than a label, and a {@link
 * org.espalier.structure.chain.StateMap} that tells which label each of them stands for:
 *
 * <table>
 * <caption>Chains</caption>
 * <tr><th>model</th><th>a state is</th><th>made by</th><th>gold standard</th></tr>
 * <tr><td>plain chain</td><td>a label</td><td>{@code ChainTopology.dense}, {@code sparse}</td><td>{@code AllowedStates}</td></tr>
 * <tr><td>latent-dynamic</td><td>a label and a substate</td><td>{@code StateMap.substates}</td><td>all substates of the allowed labels</td></tr>
 * <tr><td>order k</td><td>the last k labels</td><td>{@code Histories}</td><td>the one path of the labels</td></tr>
 * <tr><td>hidden states</td><td>the class and a hidden state</td><td>{@code ClassBlocks}</td><td>all paths in the block of the class</td></tr>
 * </table>
 *
 * <p>Four means suffice for them. {@code Transitions.only} forbids all steps but some, {@link org.espalier.structure.chain.Borders} forbid states at
 * the beginning and at the end, the map tells labels from states, and tie maps let several parts share a weight. Inference, scorers, losses and
 * learners know none of the models.
 *
 * <h2>A worked example</h2>
 *
 * <p>Labels a and b, second order. The states are the histories a, b, aa, ab, ba, bb, numbered from 0. The labels <em>a b b</em> have the path a, ab,
 * bb, or 0, 3, 5. Only 0 and 1 may begin. Of 36 pairs of states 12 are steps, which are numbered by rows:
 *
 * <pre>
 *   step          0: a→aa  1: a→ab  2: b→ba  3: b→bb  4: aa→aa  5: aa→ab  6: ab→ba  7: ab→bb  8: ba→aa  9: ba→ab  10: bb→ba  11: bb→bb
 *   transition       aa       ab       ba       bb       aa        ab        ba        bb        aa        ab         ba         bb
 *   transition-2                                        aaa       aab       aba       abb       baa       bab        bba        bbb
 * </pre>
 *
 * The second line is the tie map of the family <em>transition</em>: the weight of the pair ab is added to the steps 1, 5 and 9. The third is that of <em>transition-2</em>, which
 * the first four steps do not have. The family <em>state</em> is tied as well: what is observed at the third token is scored once for b and added to the states b, ab and
 * bb. So the path of <em>a b b</em> has five parts (three states, the steps 1 and 7) and meets the weights of ab, bb and abb, as it should.
 *
 * <pre>{@code
 * Histories histories = Histories.all(2, 2);
 * ChainTopology topology = histories.topology();
 * int[] path = histories.path(0, 1, 1);                    // 0, 3, 5
 * int[] labels = histories.map().labels(path, 3);          // 0, 1, 1
 * }</pre>
 *
 * <h2>Absent and forbidden</h2>
 *
 * <p>A step without a part scores 0 when it is absent, and −∞ when it is forbidden. A {@link org.espalier.structure.chain.StepConstraint} says which
 * labels may follow which, begin and end; {@code ChainTopology.constrained} composes it with any of these chains. The weights stay the same, and every
 * question is answered for the outputs that are left.
 */
@NullMarked
package org.espalier.structure.chain;

import org.jspecify.annotations.NullMarked;
