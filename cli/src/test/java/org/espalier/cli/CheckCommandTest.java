package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckCommandTest {
    @TempDir
    Path folder;

    @Test
    void goodDataHaveFiguresAndAForecast() {
        Path file = SmallData.write(
                folder,
                "good.txt",
                "cat N B-NP\nis V O\n\nbig N B-NP\ndog N I-NP\nis V O\nsad N O\n\nthe N B-NP\ncat N I-NP\n");

        Program.Outcome outcome = Program.run("check", file);

        assertThat(outcome.code()).as(outcome.toString()).isZero();
        assertThat(outcome.out())
                .contains(
                        "sequences  3\n", "tokens     8\n", "longest    4 tokens, at " + file + ":4", "scheme     IOB2")
                .contains("columns    2 besides the label", "forecast", "attributes", "MiB of memory", "auto: about ")
                .contains("0 errors, 0 warnings");
    }

    @Test
    void everyKindOfProblemHasItsPlace() {
        Path file = SmallData.write(
                folder,
                "bad.txt",
                "a B-X\nb I-X\nc\n\nd O O O\ne O\nf I-X\n\n\ng B-X\nh b-x\n\na B-X\nb I-X\n\na B-X\nb O\n\nk B-X\n\nm B-X\n\nn O\n");

        Program.Outcome outcome = Program.run("check", file);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out())
                .contains(file + ":3: 1 column, expected 2 as on line 1")
                .contains(file + ":5: 4 columns, expected 2 as on line 1")
                .contains(file + ":7: 'I-X' after 'O'")
                .contains(file + ":9: two blank lines")
                .contains(file + ":11: the labels B-X, b-x differ only in case")
                .contains(file + ":11: the label 'b-x' occurs only here")
                .contains(file + ":13: the same tokens as at " + file + ":1")
                .contains(file + ":16: the same tokens as at " + file + ":1, but with other labels")
                .contains("2 errors");
        assertThat(outcome.isClear()).isTrue();
    }

    @Test
    void readingGoesOnAfterBadBytesAndBadJson() {
        Path file = SmallData.write(
                folder,
                "x.jsonl",
                "{\"tokens\":[\"a\"],\"labels\":[\"A\"]}\nnonsense\n{\"tokens\":[],\"labels\":[]}\n{\"tokens\":[\"a\"],\"labels\":[]}\n");

        Program.Outcome outcome = Program.run("check", "--format", "jsonl", file);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out())
                .contains(file + ":2", file + ":3: a sequence without tokens", file + ":4", "2 errors");
    }

    @Test
    void commentsAndDocumentStartsDoNotShiftTheLines() {
        Path file = SmallData.write(
                folder, "doc.txt", "-DOCSTART- O\n\n# c\na O\n# c\nb I-X\n\nc B-X\nd B-X\ne I-X\nf O\n");

        assertThat(Program.run("check", "--comments", "#", "--docstart", file).out())
                .contains(file + ":6: 'I-X' after 'O'");
    }
}
