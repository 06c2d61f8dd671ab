package org.espalier.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.jspecify.annotations.Nullable;

/**
 * Files of text as rows: the readers of the command line, on the executors.
 *
 * <p>A file is read by one executor, as a stream, so large data are better cut into several files. Tokens are structs of columns c0, c1, … or
 * maps of attributes, as the first sequence of the first file has them; a row's name is its place in its file.
 */
final class TextRows {
    static final String TOKENS = "tokens";
    static final String LABELS = "labels";
    static final String NAME = "name";

    private TextRows() {}

    /**
     * The rows of files.
     *
     * @param paths files, or folders of them
     * @param arguments as {@link TextArguments#parse} understands them
     */
    static Dataset<Row> read(SparkSession spark, List<String> paths, List<String> arguments) {
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        List<String> files = files(paths, configuration);
        DataOptions options = TextArguments.parse(arguments);
        int columns = columns(files, options, configuration);
        DataType token = columns == 0
                ? DataTypes.createMapType(DataTypes.StringType, DataTypes.DoubleType, false)
                : struct(columns);
        StructType schema = new StructType()
                .add(TOKENS, DataTypes.createArrayType(token, false))
                .add(LABELS, DataTypes.createArrayType(DataTypes.StringType, false), true)
                .add(NAME, DataTypes.StringType);
        SerializableConfiguration sent = new SerializableConfiguration(configuration);
        JavaRDD<Row> rows = JavaSparkContext.fromSparkContext(spark.sparkContext())
                .parallelize(files, files.size())
                .flatMap(reading(arguments, columns, sent));
        return spark.createDataFrame(rows, schema);
    }

    private static FlatMapFunction<String, Row> reading(
            List<String> arguments, int columns, SerializableConfiguration configuration) {
        List<String> sent = new ArrayList<>(arguments);
        return file -> new Rows(open(file, TextArguments.parse(sent), configuration.value()), columns);
    }

    private static StructType struct(int columns) {
        StructType struct = new StructType();
        for (int c = 0; c < columns; c++) {
            struct = struct.add("c" + c, DataTypes.StringType, false);
        }
        return struct;
    }

    private static List<String> files(List<String> paths, Configuration configuration) {
        List<String> files = new ArrayList<>();
        for (String each : paths) {
            Path path = new Path(each);
            try {
                FileStatus[] found = path.getFileSystem(configuration).globStatus(path);
                if (found == null || found.length == 0) {
                    throw new IllegalArgumentException(each + ": there is no such file");
                }
                for (FileStatus status : found) {
                    add(status, configuration, files);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(each + ": it cannot be read: " + e.getMessage(), e);
            }
        }
        return files;
    }

    private static void add(FileStatus status, Configuration configuration, List<String> files) throws IOException {
        if (!status.isDirectory()) {
            files.add(status.getPath().toString());
            return;
        }
        for (FileStatus inside : status.getPath().getFileSystem(configuration).listStatus(status.getPath())) {
            boolean hidden = inside.getPath().getName().matches("[._].*"); // such as _SUCCESS
            if (!hidden && !inside.isDirectory()) {
                files.add(inside.getPath().toString());
            }
        }
    }

    private static SequenceReader open(String file, DataOptions options, Configuration configuration) {
        Path path = new Path(file);
        try {
            InputStream bytes = path.getFileSystem(configuration).open(path);
            return Sequences.open(options, file.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes, file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": it cannot be read: " + e.getMessage(), e);
        }
    }

    /** How many columns the first token has; 0 when tokens have attributes. */
    private static int columns(List<String> files, DataOptions options, Configuration configuration) {
        for (String file : files) {
            try (SequenceReader reader = open(file, options, configuration)) {
                for (Sequence next = reader.next(); next != null; next = reader.next()) {
                    if (!next.tokens().isEmpty()) {
                        return next.tokens().get(0).columns().size();
                    }
                }
            }
        }
        return 1;
    }

    /** The rows of one file. */
    private static final class Rows implements Iterator<Row> {
        private final SequenceReader reader;
        private final int columns;
        private @Nullable Sequence next;

        Rows(SequenceReader reader, int columns) {
            this.reader = reader;
            this.columns = columns;
            advance();
        }

        private void advance() {
            next = reader.next();
            if (next == null) {
                reader.close();
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Row next() {
            Sequence sequence = next;
            if (sequence == null) {
                throw new NoSuchElementException();
            }
            List<String> labels = sequence.labels();
            Row row = RowFactory.create(
                    sequence.tokens().stream()
                            .map(token -> token(sequence, token))
                            .toArray(),
                    labels == null ? null : labels.toArray(String[]::new),
                    sequence.location().toString());
            advance();
            return row;
        }

        private Object token(Sequence sequence, Token token) {
            if (!token.names().isEmpty() || token.columns().size() != columns) {
                throw new DataFormatException(
                        sequence.location(),
                        "a token with " + token.columns().size() + " columns where the first one of the data has "
                                + columns + (token.names().isEmpty() ? "" : ", and names for them")
                                + "; expected the same everywhere");
            }
            return columns > 0 ? RowFactory.create(token.columns().toArray()) : attributes(token);
        }

        private static Object attributes(Token token) {
            java.util.Map<String, Double> values = new java.util.TreeMap<>();
            for (Attribute attribute : token.attributes()) {
                values.merge(attribute.name(), attribute.value(), Double::sum);
            }
            return scala.jdk.javaapi.CollectionConverters.asScala(values);
        }
    }
}
