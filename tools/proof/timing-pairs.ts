import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import pg from 'pg';
import type { Stack } from '../stack/stack.ts';
import { type FormPost, openFormPost } from '../trial/form-post.ts';

/** Unauthenticated request about an account, and how to send it. */
export type Question = {
  readonly name: string;
  send(post: FormPost, account: string, from: Record<string, string>): Promise<unknown>;
};

export type Measured = { readonly known: number[]; readonly unknown: number[] };
export type Measuring = {
  readonly stack: Stack;
  readonly pairs: number;
  readonly plants: readonly number[];
  readonly model: string;
  turn: number;
};

type Pass = { readonly into: Measured; readonly extraMs: number };

/**
 * Measures pairs on one connection, one request at a time, in random order within each pair; every request uses another
 * address.
 */
export async function measure(measuring: Measuring, { send }: Question, { into, extraMs }: Pass): Promise<void> {
  const turn = measuring.turn++;
  await makeAccounts(measuring, turn);
  const { post, close } = openFormPost(expectDefined(measuring.stack.apiUrls[0], 'an api'), 1);
  const time = async (kind: keyof Measured, index: number) => {
    const from = {
      'x-forwarded-for': `10.${turn}.${kind === 'known' ? index % 250 : 250 - (index % 250)}.${index % 199}`,
    };
    const startedAt = performance.now();
    if (kind === 'known' && extraMs > 0) await pause(extraMs);
    await send(post, `${kind}-${turn}-${index}@example.com`, from);
    into[kind].push(performance.now() - startedAt);
  };
  for (let index = 0; index < measuring.pairs; index++) {
    const order: (keyof Measured)[] = Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const kind of order) await time(kind, index);
  }
  close();
}

/** Copies one normally registered account under other names, separately for every pass. */
async function makeAccounts({ stack, pairs, model }: Measuring, turn: number): Promise<void> {
  const client = new pg.Client({ connectionString: stack.database.urlOf('postgres') });
  await client.connect();
  await client.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     select $3::int * 100000 + n, format('known-%s-%s@example.com', $3::int, n), password_hash, 'Timing',
            format('T%s-%s', $3::int, n), 1
       from user_account, generate_series(0, $2 - 1) as n where id = $1`,
    [model, pairs, turn],
  );
  await client.end();
}
