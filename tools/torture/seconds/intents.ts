/** Client request, permanently identified by its idempotency key. Fields are those of the command, as they travel. */
export type Intent = {
  readonly key: string;
  readonly user: number;
  readonly name: 'seconds.bet' | 'seconds.cancel';
  readonly fields: Readonly<Record<string, string | number>>;
};

/** Recorded part of an answer. */
export type Answer = {
  readonly id: string;
  readonly created: number;
  readonly terms: number;
  readonly rate: string;
  readonly cancel_sent: number | null;
  readonly entry_time: number | null;
  readonly exit_time: number | null;
  readonly result: string | null;
  readonly returned: string | null;
};
