import { directionOf, negate, showPrice, subtract } from '@app/money';
import { percentOf } from '../data/geometry.ts';
import { type Levels, placeLevels } from './level-geometry.ts';

type LevelLabels = { liquidation: string; target: string; entry: string; away: string };

/**
 * Shows a position on one line: liquidation at one end, target at the other; the mark is the entry, the bar the current
 * price.
 */
export function LevelLine({ labels, precision, ...levels }: Levels & { precision: number; labels: LevelLabels }) {
  const isLong = levels.liquidation <= levels.entry;
  const gain = subtract(levels.now, levels.entry);
  const places = placeLevels(levels);
  const middle = (places.entry + places.now) / 2;
  const style = {
    '--entry': percentOf(places.entry),
    '--now': percentOf(places.now),
    '--from': percentOf(Math.min(places.entry, places.now)),
    '--span': percentOf(Math.abs(places.now - places.entry)),
    '--before': middle,
    '--after': 1 - middle,
  };
  const tone = directionOf(isLong ? gain : negate(gain));
  return (
    <div className={`pline ${isLong ? '' : 'pline--short'} tone-${tone}`} style={style}>
      <p className="pline__ends">
        <span className="pline__liq">
          {labels.liquidation} {showPrice(levels.liquidation, precision)}
        </span>
        {levels.target !== undefined && (
          <span>
            {labels.target} {showPrice(levels.target, precision)}
          </span>
        )}
      </p>
      <div className="pline__line" aria-hidden="true">
        <i className="pline__fill" />
        <i className="pline__end" />
        <i className="pline__mark" />
        {levels.target !== undefined && <i className="pline__target" />}
        <i className="pline__now" />
      </div>
      <p className="pline__under">
        <span>{labels.away}</span>
        <span className="pline__entry">
          {labels.entry} <b>{showPrice(levels.entry, precision)}</b> →{' '}
          <b className="pline__price">{showPrice(levels.now, precision)}</b>
        </span>
      </p>
    </div>
  );
}
