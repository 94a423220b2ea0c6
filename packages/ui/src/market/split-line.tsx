import { ONE, type Rate } from '@app/money';
import { percentOf, positionBetween } from '../data/geometry.ts';

const NONE = 0n as Rate;
const ALL = ONE as Rate;

type Props = { share: Rate; start?: string; end?: string };

/** Shows two shares of one whole, such as buyers and sellers; the labels at the ends name them. */
export function SplitLine({ share, start, end }: Props) {
  return (
    <div className="split">
      {start !== undefined && <span className="split__start">{start}</span>}
      <span className="split__line" style={{ '--v': percentOf(positionBetween(share, NONE, ALL)) }} aria-hidden="true">
        <i />
      </span>
      {end !== undefined && <span className="split__end">{end}</span>}
    </div>
  );
}
