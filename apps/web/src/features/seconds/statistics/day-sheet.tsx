import type { Mode } from '@app/domain/ledger';
import { Button, CopyText, Facts, Hash, Icon, Note, ProgressBar, Sheet, showToast } from '@app/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { type DayOfMarket, figuresOf } from './day-figures.ts';
import type { Recomputed } from './recompute-day.ts';
import { moneyText, resultText, shareText, statsOf } from './statistics-lists.tsx';
import { receiptsOf } from './statistics-query.ts';

type Shown = {
  mode: Mode;
  /** All listed days, whose chain goes on from one to the next. */
  days: readonly DayOfMarket[];
};
type Props = Shown & { day: DayOfMarket | undefined; isOpen: boolean; onClose: () => void };

/** Shows all figures of a market and day, and recomputes them from its receipts. */
export function DaySheet({ day, isOpen, onClose, ...shown }: Props) {
  const text = useText();
  const title = day === undefined ? '' : text('statistics.details', { symbol: day.symbol, day: day.day });
  return (
    <Sheet open={isOpen} onClose={onClose} title={title} closeLabel={text('system.close')}>
      {day !== undefined && (
        <Details key={`${shown.mode} ${day.match_id} ${day.day} ${day.currency_name}`} day={day} {...shown} />
      )}
    </Sheet>
  );
}

function Details({ day, mode, days }: Shown & { day: DayOfMarket }) {
  const text = useText();
  const [figures] = figuresOf([day]);
  if (figures === undefined) return null;
  const { first_place: first, last_place: last, currency_name: currency } = day;
  return (
    <div className="pb-4">
      <Facts
        facts={[
          ...statsOf(figures, text),
          [text('statistics.stakes'), moneyText(day.stakes, currency)],
          [text('statistics.returned'), `${moneyText(day.returned, currency)} · ${shareText(figures.paid)}`],
          [text('statistics.result'), resultText(figures)],
          [text('statistics.places'), text('statistics.places.range', { first, last })],
          [text('statistics.root'), <Hash key="root" value={day.root} />],
        ]}
      />
      <Recompute day={day} mode={mode} days={days} />
      <Command command={`npm run verify -- ${location.origin} seconds ${mode} ${day.symbol} ${day.day}`} />
    </div>
  );
}

/** Recomputes a day; leaving the sheet stops it. */
function useRecompute(day: DayOfMarket, { mode, days }: Shown) {
  const [done, setDone] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: async () => {
      setDone(0);
      running.current = new AbortController();
      const { signal } = running.current;
      // The verifier is fetched only by those who recompute.
      const { recomputeDay, rootBefore } = await import('./recompute-day.ts');
      const read = receiptsOf(day, mode, signal);
      return await recomputeDay(
        day,
        { mode, before: rootBefore(day, days) },
        { read, onProgress: setDone, now: () => performance.now() },
      );
    },
  });
  const isStopped = mutation.isError && running.current?.signal.aborted === true;
  return { ...mutation, done, stop: () => running.current?.abort(), isStopped };
}

function Recompute({ day, ...shown }: Shown & { day: DayOfMarket }) {
  const text = useText();
  const { data, error, isPending, isStopped, done, mutate, stop } = useRecompute(day, shown);
  const all = day.last_place - day.first_place + 1;
  return (
    <section className="mt-5">
      <h3 className="text-title">{text('statistics.recompute')}</h3>
      <p className="mt-1 mb-3 text-label text-ink-2">{text('statistics.recompute.text')}</p>
      <div role="status">
        {isPending && <Progress done={done} all={all} />}
        {data !== undefined && <Verdict recomputed={data} />}
        {error !== null && !isStopped && (
          <Note icon="offline" tone="warn">
            <b className="block">{text('statistics.recompute.failed')}</b>
            {describeFailure(error, text)} {text('statistics.recompute.failed.text')}
          </Note>
        )}
      </div>
      <div className="mt-3">
        <Button wide {...(!isPending && { tone: 'primary' })} onClick={isPending ? stop : () => mutate()}>
          {isPending
            ? text('statistics.recompute.stop')
            : text(data ? 'statistics.recompute.again' : 'statistics.recompute.go')}
        </Button>
      </div>
    </section>
  );
}

function Progress({ done, all }: { done: number; all: number }) {
  const text = useText();
  const label = text('statistics.recompute.progress', { done, all });
  return (
    <>
      <ProgressBar percent={Math.round((done / all) * 100)} label={label} />
      <p className="mt-1 text-label text-ink-2">{label}</p>
    </>
  );
}

/** Says whether the published figures are what the receipts come to, with every reason if not. */
function Verdict({ recomputed: { findings, receipts, tookMs } }: { recomputed: Recomputed }) {
  const text = useText();
  if (findings.length > 0)
    return (
      <Note icon="warn" tone="danger">
        <b className="block">{text('statistics.recompute.wrong')}</b>
        {findings.map((finding) => (
          <span key={finding} className="block">
            {text(`statistics.fails.${finding}`)}
          </span>
        ))}
      </Note>
    );
  const ms = Math.max(1, Math.round(tookMs));
  return (
    <p className="flex gap-2">
      <span className="flex-none text-ok">
        <Icon name="check-circle" size={20} />
      </span>
      <span>
        <b className="block text-body font-semibold text-ok">{text('statistics.recompute.correct')}</b>
        <span className="text-label text-ink-2">
          {text('statistics.recompute.correct.text', { count: receipts, ms })}
        </span>
      </span>
    </p>
  );
}

/** Non-breaking hyphens are only shown: the copied command has plain ones. */
const UNBREAKABLE = '\u2011';

function Command({ command }: { command: string }) {
  const text = useText();
  return (
    <div className="mt-5">
      <p className="mb-1 text-label text-ink-3">{text('statistics.command')}</p>
      <div className="rounded-control bg-s2 px-3 py-1 wrap-anywhere text-ink">
        <CopyText
          text={command}
          shown={command.replaceAll('-', UNBREAKABLE)}
          label={text('statistics.command.copy')}
          copiedLabel={text('system.copied')}
          onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
        />
      </div>
    </div>
  );
}
