import type { FeeLevel } from '@app/domain/spot';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import { showAmount } from '@app/money';
import { Delayed, ErrorPanel, SkeletonRows, Tag } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { rateText } from '../trade/form-texts.ts';
import { feeLevelQuery, rulesQuery } from './rules-query.ts';

/** Shows the spot fees by level as the server applies them, and marks the user's own level. */
export default function FeeTablePanel() {
  const text = useText();
  const { data: rules, error, isPending, refetch } = useQuery(rulesQuery);
  const { data: own } = useQuery(feeLevelQuery(useSessionScope()));
  if (isPending)
    return (
      <Delayed>
        <SkeletonRows count={4} />
      </Delayed>
    );
  if (rules === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  const { feeLevels } = rules;
  return (
    <section className="mt-6">
      <h2 className="text-title">{text('spot.fees.title')}</h2>
      <FeeTable levels={feeLevels} own={own && Math.min(own.level, feeLevels.length - 1)} />
      {own !== undefined && (
        <p className="mt-2 text-label text-ink-2">
          {text('spot.fees.own', { volume: showAmount(own.volume, 2), unit: WORTH_CURRENCY })}
        </p>
      )}
      <p className="mt-2 text-label text-pretty text-ink-3">{text('spot.fees.about')}</p>
    </section>
  );
}

type Props = { levels: readonly FeeLevel[]; own: number | undefined };

function FeeTable({ levels, own }: Props) {
  const text = useText();
  return (
    <table className="fees mt-2">
      <thead>
        <tr>
          <th scope="col">{text('spot.fees.level')}</th>
          <th scope="col">{text('spot.fees.volume', { unit: WORTH_CURRENCY })}</th>
          <th scope="col">{text('spot.orders.role.maker')}</th>
          <th scope="col">{text('spot.orders.role.taker')}</th>
        </tr>
      </thead>
      <tbody>
        {levels.map(({ volume, maker, taker }, level) => (
          <tr key={String(volume)} className={level === own ? 'fees__own' : ''}>
            <th scope="row">{level + 1}</th>
            <td>
              {volume === 0n ? '0' : text('spot.fees.from', { volume: showAmount(volume, 0) })}
              {level === own && (
                <span className="block">
                  <Tag tone="ok">{text('spot.fees.yours')}</Tag>
                </span>
              )}
            </td>
            <td>{rateText(maker)}</td>
            <td>{rateText(taker)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
