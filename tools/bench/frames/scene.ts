import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { newKey, sendUntilKnown } from '../../torture/journey-client.ts';

/** A trading page with what its user has open, and what they do on it. */
export type Scene = {
  readonly name: string;
  /** What is open, in words. */
  readonly holding: string;
  readonly path: string;
  /** Opens what the user holds. */
  prepare(send: Send): Promise<void>;
  /** Returns what shows that all of it is on the page. */
  ready(page: Page): Locator;
  /** Field that is typed into, and the keys, again from the first after the last. */
  field(page: Page): Locator;
  readonly keys: readonly string[];
  /** Selector of the list that changes with prices and time. */
  readonly list: string;
  /** Last item of the list, which the user looks at in the second half. */
  last(page: Page): Locator;
};

type Form = Readonly<Record<string, string>>;
/** Sends a request of the user until it is accepted: a market opens once its first prices are sealed. */
export type Send = (path: string, fields: Form) => Promise<void>;

const ACCEPTED_MS_MAX = 60_000;

export const sendAs =
  (edgeUrl: string, token: string): Send =>
  async (path, fields) => {
    for (const deadlineMs = performance.now() + ACCEPTED_MS_MAX; ; await pause(500)) {
      const headers = { authorization: token, 'idempotency-key': newKey() };
      const answer = await sendUntilKnown(`${edgeUrl}/api${path}`, { ...fields }, headers);
      if (answer.kind === 'ok') return;
      if (performance.now() > deadlineMs) throw new Error(`${path} was refused: ${answer.code}`);
    }
  };
