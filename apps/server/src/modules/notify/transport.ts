import type { Mail, Sms } from './notify.store.ts';

/** Sends one message or throws; the error type shows whether a retry makes sense. */
export type MailTransport = { send(mail: Mail): Promise<void>; close(): void };
export type SmsTransport = { send(sms: Sms): Promise<void> };

/** Raised when the other side reports that it will never accept this message. */
export class RefusedForGood extends Error {}

/**
 * Returns whether a host is loopback, the only place a message may travel unencrypted: a code never crosses a network
 * in the clear.
 */
export const isLoopback = (hostname: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
