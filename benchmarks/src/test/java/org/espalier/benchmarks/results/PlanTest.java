package org.espalier.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.espalier.benchmarks.BenchmarkFailure;
import org.junit.jupiter.api.Test;

final class PlanTest {

    @Test
    void theStandardPlanIsComplete() {
        Plan plan = Plan.standard();

        assertThat(plan.dataSets().stream().map(Plan.DataSet::name))
                .contains("conll2000", "letters", "ud", "wnut", "trec", "sms", "sst2", "a9a", "digits");
        for (Plan.DataSet set : plan.dataSets()) {
            assertThat(set.title()).as(set.name()).isNotBlank();
            assertThat(set.train()).as(set.name()).isNotEmpty();
            assertThat(set.test()).as(set.name()).isNotBlank();
            assertThat(set.scores()).as(set.name()).isNotEmpty();
            assertThat(set.methods()).as(set.name()).hasSizeGreaterThan(4);
            assertThat(set.methods().stream().map(Plan.Method::name))
                    .as(set.name())
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void modelsTakeTheFeaturesThatTheyNeed() {
        Plan.DataSet set = Plan.parse("""
                [x] The title
                features: --features text --all-features
                train: train.txt
                test: test.txt
                score: span_F1=spans.f1
                CRF | --l2 1
                Bayes | --model naive-bayes
                HMM | --model hmm
                """).dataSets().get(0);

        assertThat(set.scores().get(0).title()).isEqualTo("span F1");
        assertThat(set.scores().get(0).path()).containsExactly("spans", "f1");
        assertThat(set.options(set.methods().get(0)))
                .containsExactly("--l2", "1", "--features", "text", "--all-features", "train.txt");
        assertThat(set.options(set.methods().get(1)))
                .containsExactly("--model", "naive-bayes", "--features", "text", "train.txt");
        assertThat(set.options(set.methods().get(2))).containsExactly("--model", "hmm", "train.txt");
    }

    @Test
    void aWrongLineIsNamed() {
        assertThatThrownBy(() -> Plan.parse("CRF | --l2 1"))
                .isInstanceOf(BenchmarkFailure.class)
                .hasMessageContaining("before the first");
        assertThatThrownBy(() -> Plan.parse("[x] y\nCRF"))
                .isInstanceOf(BenchmarkFailure.class)
                .hasMessageContaining("expected Method | options");
    }
}
