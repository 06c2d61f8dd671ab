/**
 * The help of commands, made from the options themselves. An option names its {@link org.espalier.cli.option.Topic} by an annotation
 * on its field or its class, and may be {@link org.espalier.cli.option.Essential}. {@code --help} shows the essential options and
 * the list of topics, {@code espalier help COMMAND TOPIC} the options of a topic, {@code --help-all} all of them, topic by topic.
 * There is no text about a command as a whole, so that a new option cannot be missing from it.
 */
@NullMarked
package org.espalier.cli.help;

import org.jspecify.annotations.NullMarked;
