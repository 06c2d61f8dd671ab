"""Training and tagging with Espalier from PySpark: one file, which calls the Java classes of espalier-spark.

    spark = SparkSession.builder.config("spark.jars", "espalier-spark.jar,espalier-core.jar").getOrCreate()
    model = SequenceTagger(features="text", l2=0.5).fit(sentences)   # tokens: array<string>, labels: array<string>
    model.transform(texts).show()                                    # with a column prediction
    model.save_model("/tmp/model.esp")                               # for the command line

Parameters have the names that docs/spark.md lists; SequenceTagger().explain() prints them. Both classes are stages of
pyspark.ml pipelines. Save and load them by themselves: a saved pipeline with them is read by Java and Scala, while PySpark
finds Python classes only for stages of Spark's own.
"""

from pyspark import SparkContext
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel
from pyspark.sql import SparkSession

_ESTIMATOR = "org.espalier.spark.SequenceTagger"
_MODEL = "org.espalier.spark.SequenceTaggerModel"
_FUNCTIONS = "org.espalier.spark.SparkFunctions"


def _jvm():
    context = SparkContext._active_spark_context
    if context is None:
        raise RuntimeError("there is no Spark session; make one with SparkSession.builder.getOrCreate()")
    return context._jvm


def _java_class(name):
    """The Java class of a full name, by way of the packages that py4j shows."""
    found = _jvm()
    for part in name.split("."):
        found = getattr(found, part)
    return found


class _Reader(JavaMLReader):
    """Reads a stage that Java has saved."""

    @classmethod
    def _java_loader_class(cls, clazz):
        return clazz._java_class_name


class _Options:
    """Parameters that Java owns: Python keeps none of its own, so every new one is there at once."""

    def option(self, name, value):
        """Sets a parameter by its name; Java refuses those that do not exist, and values of a wrong type."""
        self._java_obj.option(name, value)
        return self

    def options(self, **values):
        """Sets several parameters."""
        for name, value in values.items():
            self.option(name, value)
        return self

    def explain(self):
        """What all parameters mean, and their values."""
        return self._java_obj.explainParams()

    def _transfer_params_to_java(self):
        """Nothing to do: the parameters are there already."""

    def _transfer_params_from_java(self):
        """Nothing to do: the parameters stay there."""


class SequenceTagger(_Options, JavaEstimator, JavaMLReadable, JavaMLWritable):
    """Learns to label tokens from a data frame. Parameters by keyword: SequenceTagger(tokensCol="words", l1=0.1)."""

    _java_class_name = _ESTIMATOR

    def __init__(self, java_obj=None, **values):
        super().__init__()
        self._java_obj = _java_class(_ESTIMATOR)() if java_obj is None else java_obj
        self._resetUid(self._java_obj.uid())
        self.options(**values)

    def copy(self, extra=None):
        """A copy with the same parameters; extra maps names of parameters to values."""
        java_map = _java_class("org.apache.spark.ml.param.ParamMap")()
        copied = SequenceTagger(java_obj=self._java_obj.copy(java_map))
        return copied.options(**{getattr(name, "name", name): value for name, value in (extra or {}).items()})

    def _fit(self, dataset):
        return SequenceTaggerModel(self._java_obj.fit(dataset._jdf))

    def _create_model(self, java_model):
        return SequenceTaggerModel(java_model)

    @classmethod
    def _from_java(cls, java_stage):
        return cls(java_obj=java_stage)

    @classmethod
    def read(cls):
        return _Reader(cls)


class SequenceTaggerModel(_Options, JavaModel, JavaMLReadable, JavaMLWritable):
    """Labels tokens in a column of a data frame, also of a stream."""

    _java_class_name = _MODEL

    def __init__(self, java_model=None):
        super().__init__(java_model)
        if java_model is not None:
            self._resetUid(java_model.uid())

    @classmethod
    def of_file(cls, path, spark=None):
        """Any model file of Espalier that labels tokens, on any file system of Hadoop."""
        session = spark or SparkSession.getActiveSession()
        return cls(_java_class(_MODEL).ofFile(session._jsparkSession, path))

    def save_model(self, path):
        """Writes the model file, for the command line or any Java program, to any file system of Hadoop."""
        session = SparkSession.getActiveSession()
        self._java_obj.saveFile(session._jsparkSession, path)

    def labels(self):
        """The labels, in the order of the marginals."""
        return list(self._java_obj.model().labels().names())

    def copy(self, extra=None):
        """A copy with the same parameters; extra maps names of parameters to values."""
        java_map = _java_class("org.apache.spark.ml.param.ParamMap")()
        copied = SequenceTaggerModel(self._java_obj.copy(java_map))
        return copied.options(**{getattr(name, "name", name): value for name, value in (extra or {}).items()})

    @classmethod
    def _from_java(cls, java_stage):
        return cls(java_stage)

    @classmethod
    def read(cls):
        return _Reader(cls)


def register_functions(spark):
    """Makes espalier_tag(model, tokens) known to SQL."""
    _java_class(_FUNCTIONS).register(spark._jsparkSession)
