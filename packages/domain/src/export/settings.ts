import { integer, setting } from '../reference/index.ts';

export const openMax = setting({
  key: 'export.open_max',
  codec: integer({ min: 1, max: 20 }),
  initial: 3,
  meaning: 'How many exports of one user may wait or be made at the same time.',
});

export const perDay = setting({
  key: 'export.per_day',
  codec: integer({ min: 1, max: 1_000 }),
  initial: 20,
  meaning: 'How many exports one user may request within 24 hours.',
});

export const keepDays = setting({
  key: 'export.keep_days',
  codec: integer({ min: 1, max: 90 }),
  initial: 7,
  meaning: 'How many days an exported file can be saved before it is deleted.',
});

export const megabytesMax = setting({
  key: 'export.megabytes_max',
  codec: integer({ min: 1, max: 1_024 }),
  initial: 128,
  meaning: 'Largest exported file in megabytes; a larger one fails and names this reason.',
});
