import { type ChildProcess, fork } from 'node:child_process';
import { guardChild } from '@app/testkit';

/** Which of the two tells its sockets now. */
export type Contestant = 'ours' | 'bare';

/** What the child that serves is asked, and what it answers. */
export type StageCalls = {
  ports: { asked: undefined; answered: Readonly<Record<Contestant, number>> };
  memory: { asked: undefined; answered: Memory };
  tell: { asked: { readonly who: Contestant; readonly ms: number }; answered: Round };
  end: { asked: undefined; answered: Ending };
};

export type Memory = { readonly rss: number; readonly heapUsed: number };

/** Every block with its time, the last one, and what it said of every market. */
export type Ending = {
  readonly blocks: readonly (readonly [number: number, atMs: number])[];
  readonly block: number;
  readonly prices: readonly (readonly [market: number, price: string])[];
};

/** What one contestant did in one round. */
export type Round = {
  readonly frames: number;
  readonly bytes: number;
  readonly sockets: number;
  readonly cpuMs: number;
};

/** What the child that listens is asked. */
export type CrowdCalls = {
  connect: {
    asked: { readonly who: Contestant; readonly port: number; readonly sockets: number };
    answered: undefined;
  };
  judge: { asked: Ending; answered: Heard };
};

/** Delays in milliseconds: of the newest block in a frame, and of the oldest, which waited for it. */
export type Heard = {
  readonly frames: number;
  readonly newest: { readonly p50: number; readonly p99: number };
  readonly oldest: { readonly p50: number; readonly p99: number };
  /** Frames that did not follow the one before, on any socket. */
  readonly gaps: number;
  /** Witnesses that read everything, and how many of them ended with something else than the producer said. */
  readonly witnesses: number;
  readonly wrong: number;
};

type Calls = Record<string, { asked: unknown; answered: unknown }>;
export type Child<Of extends Calls> = {
  ask<Name extends keyof Of & string>(name: Name, asked: Of[Name]['asked']): Promise<Of[Name]['answered']>;
  end(): void;
};

/** A process of its own, so that its cores and its memory are its own. */
export function startChild<Of extends Calls>(program: string): Child<Of> {
  const child: ChildProcess = fork(new URL(program, import.meta.url), { execArgv: ['--expose-gc'] });
  guardChild(child);
  return {
    ask: (name, asked) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error(`${program} ended`));
        child.once('exit', onExit);
        child.once('message', (answered) => {
          child.off('exit', onExit);
          resolve(answered as never); // The child answers with the same table.
        });
        child.send({ name, asked });
      }),
    end: () => void child.kill(),
  };
}

/** The child's side: one question at a time. */
export function answerParent<Of extends Calls>(
  answers: {
    readonly [Name in keyof Of]: (asked: Of[Name]['asked']) => Promise<Of[Name]['answered']> | Of[Name]['answered'];
  },
): void {
  process.on('message', async ({ name, asked }: { name: keyof Of; asked: never }) => {
    process.send?.((await answers[name](asked)) ?? null);
  });
}
