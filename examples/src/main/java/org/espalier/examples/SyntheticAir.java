package org.espalier.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Writes the data of {@code samples/air}, whose formulas are in the README there: hours of dust in the air, and stations on a map. The same
 * on every machine.
 */
public final class SyntheticAir {
    private final Random random;

    private SyntheticAir(long seed) {
        this.random = new Random(seed);
    }

    /** Expects the folder to write to. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Files.writeString(folder.resolve("air.train.csv"), new SyntheticAir(1).days(1, 24));
        Files.writeString(folder.resolve("air.test.csv"), new SyntheticAir(2).days(25, 10));
        new SyntheticAir(3).writeStations(folder, 120);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private String days(int first, int count) {
        StringBuilder text = new StringBuilder("day,hour,temperature,wind,traffic,pm\n");
        for (int day = first; day < first + count; day++) {
            double mildness = 4 + 12 * random.nextDouble();
            double wind = 1 + 5 * random.nextDouble();
            double dust = 60 - 6 * wind;
            int gap = day % 4 == 2 ? random.nextInt(20) : 24;
            for (int hour = 0; hour < 24; hour++) {
                double temperature =
                        mildness + 5 * StrictMath.sin((hour - 9) * Math.PI / 12) + 0.7 * random.nextGaussian();
                wind = Math.max(0.1, wind + 0.9 * random.nextGaussian());
                double traffic = Math.max(0, rush(hour, 8) + rush(hour, 18) + 8 * random.nextGaussian());
                double target = 60 - 6 * wind + 0.5 * traffic;
                dust = Math.max(3, dust + 0.4 * (target - dust) + 5 * random.nextGaussian());
                boolean missed = hour >= gap && hour < gap + 4;
                text.append(format("d%02d,%d,%.1f,%.1f,%.0f,", day, hour, temperature, wind, traffic))
                        .append(missed ? "" : format("%.1f", dust))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static double rush(int hour, int peak) {
        return 60 * StrictMath.exp(-(hour - peak) * (hour - peak) / 8.0);
    }

    private record Station(double x, double y) {
        double distance(Station other) {
            return StrictMath.hypot(x - other.x, y - other.y);
        }
    }

    private void writeStations(Path folder, int count) throws IOException {
        List<Station> stations = new ArrayList<>();
        StringBuilder text = new StringBuilder("station,road,park,pm\n");
        for (int n = 0; n < count; n++) {
            Station station = new Station(8 * random.nextDouble(), 8 * random.nextDouble());
            stations.add(station);
            double road = 10 * random.nextDouble();
            double park = 5 * random.nextDouble();
            double around = 50 + 25 * StrictMath.sin(station.x / 2.2) + 20 * StrictMath.cos(station.y / 1.7);
            double dust = around + 2.5 * road - 3 * park + 3 * random.nextGaussian();
            text.append(format("s%03d,%.1f,%.1f,", n, road, park))
                    .append(n % 4 == 0 ? "" : format("%.1f", dust))
                    .append('\n');
        }
        Files.writeString(folder.resolve("stations.csv"), text);
        StringBuilder edges = new StringBuilder("from,to,similarity\n");
        for (int n = 0; n < count; n++) {
            for (int other : nearest(stations, n, 4)) {
                if (n < other || !nearest(stations, other, 4).contains(n)) {
                    double distance = stations.get(n).distance(stations.get(other));
                    edges.append(format("s%03d,s%03d,%.3f%n", n, other, 1 / (0.3 + distance))
                            .replace("\r", ""));
                }
            }
        }
        Files.writeString(folder.resolve("stations.edges.csv"), edges);
    }

    private static List<Integer> nearest(List<Station> stations, int station, int count) {
        List<Integer> others = new ArrayList<>();
        for (int n = 0; n < stations.size(); n++) {
            if (n != station) {
                others.add(n);
            }
        }
        others.sort((a, b) -> Double.compare(
                stations.get(station).distance(stations.get(a)),
                stations.get(station).distance(stations.get(b))));
        return others.subList(0, count);
    }
}
