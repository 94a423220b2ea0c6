import { storage } from '../../lib/storage.ts';

const KEPT_AS = 'demo_practised';
const MOST = 5;

const namesIn = (kept: unknown) => (Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []);

/**
 * Reports whether a user of this device has traded with demo money here: the server exposes nothing about the other
 * mode.
 */
export const isAmong = (kept: unknown, user: string): boolean => namesIn(kept).includes(user);
export const withUser = (kept: unknown, user: string): readonly string[] =>
  [user, ...namesIn(kept).filter((name) => name !== user)].slice(0, MOST);

export const hasPractised = (user: string): boolean => isAmong(storage.read(KEPT_AS), user);

export function notePractised(user: string): void {
  if (!hasPractised(user)) storage.write(KEPT_AS, withUser(storage.read(KEPT_AS), user));
}
