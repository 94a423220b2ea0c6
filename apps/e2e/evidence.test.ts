import { expect, it } from 'vitest';
import { noteComplaint, takeEvidence } from './evidence.ts';

const resource = (what: string) => `console: Failed to load resource: ${what} http://x/api`;

it('keeps errors of the page and answers 5xx, without repeating them, until they are taken', () => {
  for (let time = 0; time < 2; time++) noteComplaint('error: Maximum update depth exceeded', []);
  noteComplaint(resource('the server responded with a status of 500 (Internal Server Error)'), []);
  expect(takeEvidence()).toBe(
    'error: Maximum update depth exceeded | console: Failed to load resource: the server responded with a status of 500 (Internal Server Error) http://x/api',
  );
  expect(takeEvidence()).toBeUndefined();
});

it('ignores refusals, cut connections, and what the journey causes itself', () => {
  noteComplaint(resource('the server responded with a status of 403 (Forbidden)'), []);
  noteComplaint(resource('net::ERR_INTERNET_DISCONNECTED'), []);
  noteComplaint("console: WebSocket connection to 'ws://x' failed", []);
  noteComplaint(resource('the server responded with a status of 504'), [/status of 504/]);
  expect(takeEvidence()).toBeUndefined();
});
