package org.espalier.cli.html;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.plot.Axis;
import org.espalier.cli.plot.Chart;
import org.espalier.cli.plot.Figure;
import org.espalier.cli.plot.Series;
import org.espalier.evaluate.ClassificationScores.Bin;
import org.espalier.evaluate.ConfidenceScores;
import org.espalier.evaluate.Coverage;
import org.espalier.evaluate.Reliability;

/** Pictures of what confidence is worth. */
public final class ConfidenceFigure {
    private ConfidenceFigure() {}

    /** The reliability diagram, and beside it the share that is right of the surest predictions. */
    static Figure of(ConfidenceScores scores) {
        return Figure.of(
                reliability("Reliability", scores.subject().toString(), scores.reliability()), coverage(scores));
    }

    /**
     * Writes both as a picture.
     *
     * @param file a name that ends in .svg or .png
     */
    public static void write(ConfidenceScores scores, Path file) {
        of(scores).write(file);
    }

    static Chart reliability(String title, String subject, Reliability reliability) {
        List<Series.Point> points = new ArrayList<>();
        for (Bin bin : reliability.bins()) {
            if (bin.instances() > 0) {
                points.add(new Series.Point(bin.probability(), bin.accuracy()));
            }
        }
        Series perfect = new Series(
                "perfectly reliable", List.of(new Series.Point(0, 0), new Series.Point(1, 1)), Series.Style.GUIDE);
        return new Chart(
                title,
                Axis.linear("mean probability of the predicted " + subject),
                Axis.linear("share that is right"),
                List.of(new Series("this model", points, Series.Style.LINE_AND_MARKS), perfect));
    }

    private static Chart coverage(ConfidenceScores scores) {
        List<Series.Point> points = new ArrayList<>();
        for (Coverage.Point point : scores.coverage()) {
            points.add(new Series.Point(point.coverage(), point.accuracy()));
        }
        return new Chart(
                "Accuracy over coverage",
                Axis.linear("share of " + scores.subject() + " accepted, the surest first"),
                Axis.linear("share of them that is right"),
                List.of(new Series("this model", points, Series.Style.LINE_AND_MARKS)));
    }
}
