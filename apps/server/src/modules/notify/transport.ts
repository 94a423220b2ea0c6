import type { Mail, Sms } from './notify.store.ts';

/** Sends one message or throws; how it failed says whether another try makes sense. */
export type MailTransport = { send(mail: Mail): Promise<void>; close(): void };
export type SmsTransport = { send(sms: Sms): Promise<void> };

/** The other side answered that this message will never be taken. */
export class RefusedForGood extends Error {}

/** Only here may a message travel unencrypted: a code never crosses a network in the clear. */
export const isLoopback = (hostname: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
