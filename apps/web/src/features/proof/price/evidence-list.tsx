import { Hash } from '@app/ui';
import { type Text, useText } from '../../../data/app/texts.ts';
import { useMoments } from '../check/moments.ts';
import { EVIDENCE, type Evidence, resultOf } from './evidence.ts';
import { EvidenceRows } from './evidence-rows.tsx';
import type { PriceCheck } from './price-check.ts';

/** Lists all evidence for a price. */
export function EvidenceList({ check }: { check: PriceCheck }) {
  const text = useText();
  const { time } = useMoments();
  const pieces = piecesOf(check, text, time);
  return (
    <EvidenceRows
      title={text('proof.evidence')}
      pieces={EVIDENCE.map((name) => ({
        name,
        label: pieces[name].label,
        result: resultOf(name, check.verdict),
        value: pieces[name].hash === '' ? '—' : <Hash value={pieces[name].hash} />,
      }))}
    />
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
