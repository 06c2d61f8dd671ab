package org.espalier.train;

/** The version of this library, as its jar's manifest has it. */
public final class Version {
    private Version() {}

    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
