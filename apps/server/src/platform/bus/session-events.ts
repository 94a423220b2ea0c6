import type { Bus } from './bus.ts';

const SUBJECT = 'session.ended';

/** Notifies the gateways, after the commit, to recheck these sessions now; without it they recheck within a second. */
export function publishSessionsEnded(bus: Bus, ids: readonly bigint[]): void {
  if (ids.length > 0) bus.publish(SUBJECT, { ids: ids.map(String) });
}

/** Calls back with sessions reported as ended: a reason to check, not a fact. */
export function onSessionsEnded(bus: Bus, look: (ids: ReadonlySet<bigint>) => void): void {
  bus.listen(SUBJECT, (message) => look(new Set((message as { ids: string[] }).ids.map(BigInt)))); // Written above.
}
