package org.espalier.train;

/** The version of this library, as its jar's manifest has it. */
final class Version {
    private Version() {}

    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
