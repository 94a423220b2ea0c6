import { Graduations } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useMoments } from '../check/moments.ts';
import { graduationsOf } from './count-links.ts';
import type { PriceCheck } from './price-check.ts';

/** Draws the headers from the tick's block to a published one, one mark per link. */
export function ChainOfBlocks({ check: { proof, links } }: { check: PriceCheck }) {
  const text = useText();
  const { time } = useMoments();
  const last = proof.after.at(-1);
  if (last === undefined) return null;
  const isWhole = links.matching === links.all;
  const line = text('proof.links', { matching: links.matching, all: links.all });
  const { count, on } = graduationsOf(links);
  return (
    <section className="mt-6 px-gutter">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-title">{text('proof.chain')}</h2>
        <span className={`text-label ${isWhole ? 'text-ok' : 'text-danger'}`}>{line}</span>
      </div>
      <div className="mt-3">
        <Graduations count={count} on={on} label={line} tone="ok" />
      </div>
      <div className="mt-1 flex flex-wrap justify-between gap-x-3 text-micro text-ink-3">
        <span>{text('proof.chain.from', { block: proof.header.number, time: time(proof.header.at) })}</span>
        <span>{text('proof.chain.to', { block: last.number, time: time(last.at) })}</span>
      </div>
    </section>
  );
}
