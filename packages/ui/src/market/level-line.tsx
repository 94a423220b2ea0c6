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
  // Each place stands on the element that is there: on the line, every price would renew the styles of all its parts.
  const fill = {
    '--from': percentOf(Math.min(places.entry, places.now)),
    '--span': percentOf(Math.abs(places.now - places.entry)),
  };
  const tone = directionOf(isLong ? gain : negate(gain));
  return (
    <div className={`pline ${isLong ? '' : 'pline--short'} tone-${tone}`}>
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
        <i className="pline__fill" style={fill} />
        <i className="pline__end" />
        <i className="pline__mark" style={{ '--entry': percentOf(places.entry) }} />
        {levels.target !== undefined && <i className="pline__target" />}
        <i className="pline__now" style={{ '--now': percentOf(places.now) }} />
      </div>
      <p className="pline__under">
        <span>{labels.away}</span>
        <span className="pline__entry" style={{ '--before': middle, '--after': 1 - middle }}>
          {labels.entry} <b>{showPrice(levels.entry, precision)}</b> →{' '}
          <b className="pline__price">{showPrice(levels.now, precision)}</b>
        </span>
      </p>
    </div>
  );
}
