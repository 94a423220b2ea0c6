import type { Text } from '../../../data/app/texts.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSession } from '../../../data/session/session.ts';

/** What a mail to support is about; its subject names it. */
export type MailTopic = 'question' | 'complaint';

type Sender = { readonly userId: string | undefined; readonly version: string };

/** Returns the subject of a mail: what support needs to find the account, and nothing secret. */
export const mailSubject = (topic: MailTopic, { userId, version }: Sender, text: Text): string =>
  [
    text(`content.contact.subject.${topic}`),
    ...(userId === undefined ? [] : [text('content.contact.subject.user', { id: userId })]),
    `${text('system.name')} ${version}`,
  ].join(' · ');

/** Builds a `mailto:` address. Mail apps take `+` literally, so spaces are percent-encoded. */
export const mailTo = (address: string, subject: string): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;

/** Returns the `mailto:` address of a topic, with the user's number and the app's version in its subject. */
export function useSupportMail(): (address: string, topic: MailTopic) => string {
  const text = useText();
  const userId = useSession(({ user }) => user?.id);
  const sender = { userId, version: import.meta.env.APP_VERSION };
  return (address, topic) => mailTo(address, mailSubject(topic, sender, text));
}
