import { Skeleton } from '../feedback/skeleton.tsx';
import { PairName } from './market-row.tsx';
import { PairIcon } from './pair-icon.tsx';

/**
 * Renders the placeholder of a market whose first price is loading: the name is shown, and each figure keeps its place.
 */
export function MarketGhost({ base, quote }: { base: string; quote: string }) {
  return (
    <>
      <PairIcon base={base} quote={quote} />
      <span className="row__main">
        <PairName base={base} quote={quote} />
        <Blank look="row__s h-4" width="w-14" />
      </span>
      <span className="row__trail mrow__trail">
        <Blank look="row__v h-5 justify-end" width="w-20" />
        <Blank look="row__s h-4 justify-end" width="w-16" />
      </span>
      <span className="pill tone-flat" />
    </>
  );
}

/** Renders a blank as high as the text it replaces, so that nothing shifts when the text arrives. */
const Blank = ({ look, width }: { look: string; width: string }) => (
  <span className={`${look} flex items-center`}>
    <Skeleton className={`h-3 ${width}`} />
  </span>
);
