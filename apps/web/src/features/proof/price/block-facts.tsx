import { Facts, Hash } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useMoments } from '../check/moments.ts';
import type { PriceCheck } from './price-check.ts';

/** Shows every field that goes into the block's hash. */
export function BlockFacts({ check: { proof } }: { check: PriceCheck }) {
  const text = useText();
  const { exact } = useMoments();
  const { number, at, count, root, previous, key } = proof.header;
  return (
    <section className="mt-6 px-gutter">
      <h2 className="text-title">{text('proof.block', { number })}</h2>
      <Facts
        facts={[
          [text('proof.block.time'), exact(at)],
          [text('proof.block.count'), text('proof.block.place', { place: proof.index + 1, count })],
          [text('proof.block.root'), <Hash key="root" value={root} />],
          [text('proof.block.previous'), <Hash key="previous" value={previous} />],
          [text('proof.block.key'), <Hash key="key" value={key} />],
          [text('proof.block.signature'), <Hash key="signature" value={proof.signature} />],
        ]}
      />
    </section>
  );
}
