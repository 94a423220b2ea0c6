import { Hash, Icon, type IconName } from '@app/ui';
import { type Text, useText } from '../../../shared/texts.ts';
import type { PriceCheck } from '../api/price-check.ts';
import { EVIDENCE, type Evidence, standingOf } from '../model/evidence.ts';
import { useMoments } from './moments.ts';

const LOOKS: Readonly<Record<ReturnType<typeof standingOf>, { icon: IconName; ink: string }>> = {
  holds: { icon: 'check', ink: 'text-ok' },
  fails: { icon: 'close', ink: 'text-danger' },
  open: { icon: 'clock', ink: 'text-warn' },
};

/** Every piece with its own mark; colour never speaks alone. */
export function EvidenceList({ check }: { check: PriceCheck }) {
  const text = useText();
  const { time } = useMoments();
  const pieces = piecesOf(check, text, time);
  return (
    <section className="mt-6 px-gutter">
      <h2 className="text-title">{text('proof.evidence')}</h2>
      <dl className="facts mt-1">
        {EVIDENCE.map((name) => {
          const standing = standingOf(name, check.verdict);
          const { icon, ink } = LOOKS[standing];
          return (
            <div key={name}>
              <dt className="flex items-center gap-2">
                <span className={`flex-none ${ink}`}>
                  <Icon name={icon} size={16} />
                </span>
                <span>
                  {pieces[name].label} <span className="sr-only">{text(`proof.standing.${standing}`)}</span>
                </span>
              </dt>
              <dd className="text-ink-2">{pieces[name].hash === '' ? '—' : <Hash value={pieces[name].hash} />}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

type Piece = { readonly label: string; readonly hash: string };

function piecesOf({ proof, blockHash, verdict }: PriceCheck, text: Text, time: (ms: number) => string) {
  const head = verdict.kind === 'correct' ? verdict.head : proof.heads.at(-1);
  const label = head === undefined ? text('proof.piece.head.none') : text('proof.piece.head', { time: time(head.at) });
  return {
    leaf: { label: text('proof.piece.leaf'), hash: proof.leaf },
    path: { label: text('proof.piece.path', { count: proof.path.length }), hash: proof.header.root },
    header: { label: text('proof.piece.header'), hash: blockHash },
    key: { label: text('proof.piece.key'), hash: proof.header.key },
    head: { label, hash: head?.hash ?? '' },
  } satisfies Record<Evidence, Piece>;
}
