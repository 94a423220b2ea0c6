import type { Bus } from './bus.ts';

const SUBJECT = 'session.ended';

/** Tells the gateways to look at these sessions now, after the commit; without it they look within a second. */
export function publishSessionsEnded(bus: Bus, ids: readonly bigint[]): void {
  if (ids.length > 0) bus.publish(SUBJECT, { ids: ids.map(String) });
}

/** Calls back with sessions that are said to have ended: a reason to look, not a fact. */
export function onSessionsEnded(bus: Bus, look: (ids: ReadonlySet<bigint>) => void): void {
  bus.listen(SUBJECT, (message) => look(new Set((message as { ids: string[] }).ids.map(BigInt)))); // Written above.
}
