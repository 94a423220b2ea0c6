import type { KeptValues } from '@app/client/storage';
import { dayOf } from './put-away.ts';

/** Pages where an announcement may appear: nobody is in the middle of something on them. */
const PAGES: readonly string[] = ['/pages/index/index', '/pages/market/market', '/pages/setting/setting'];

/** The last announcement that appeared. */
type Shown = { readonly id: string; readonly day: string; readonly wasRead: boolean };

const NAME = 'announcement_shown';

const isShown = (kept: unknown): kept is Shown =>
  typeof kept === 'object' && kept !== null && 'id' in kept && 'day' in kept;

export const isPopUpPage = (pathname: string): boolean => PAGES.includes(pathname);

/** Reports whether any announcement may still appear today: at most one a day does. */
export function mayPopUpToday(kept: KeptValues, nowMs: number): boolean {
  const last = kept.read(NAME);
  return !isShown(last) || last.day !== dayOf(nowMs);
}

/** Reports whether this announcement may appear now. One that was opened never appears again. */
export function mayPopUp(kept: KeptValues, id: bigint, nowMs: number): boolean {
  const last = kept.read(NAME);
  const wasRead = isShown(last) && last.id === String(id) && last.wasRead;
  return !wasRead && mayPopUpToday(kept, nowMs);
}

/** Stores that an announcement appeared, or that it was opened. */
export const rememberPopUp = (kept: KeptValues, id: bigint, nowMs: number, wasRead = false): void =>
  kept.write(NAME, { id: String(id), day: dayOf(nowMs), wasRead } satisfies Shown);
