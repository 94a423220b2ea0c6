import { Facts, Tag } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { MARGIN_CURRENCY, useAccountFigures } from '../position/use-position.ts';
import { moneyText, UNKNOWN } from '../positions/deal-texts.ts';
import { resultText } from '../trade/contract-texts.ts';
import { RiskGauge, RiskRate } from './quote-column.tsx';
import { riskLevel } from './risk-level.ts';

const TONES = { calm: 'ok', tight: 'warn', danger: 'danger' } as const;

/** Shows the account beside the chart: its risk rate by figure, name and gauge, and its money. */
export function AccountRisk() {
  const text = useText();
  const account = useAccountFigures();
  const risk = account?.risk;
  const money = (value: Parameters<typeof moneyText>[0]) => `${moneyText(value)} ${MARGIN_CURRENCY}`;
  return (
    <section className="desk__account" aria-label={text('contract.account')}>
      <div className="flex items-center justify-between">
        <h2 className="text-label text-ink-3">{text('contract.account')}</h2>
        {risk !== undefined && <Tag tone={TONES[riskLevel(risk)]}>{text(`contract.risk.${riskLevel(risk)}`)}</Tag>}
      </div>
      <div className="card__figure py-1">
        <RiskRate risk={risk} />
      </div>
      {risk !== undefined && <RiskGauge risk={risk} />}
      <Facts
        facts={[
          [text('contract.equity'), money(account?.equity)],
          [text('contract.available'), money(account?.available)],
          [text('contract.margin'), money(account?.margin)],
          [
            text('contract.result'),
            account === undefined ? UNKNOWN : `${resultText(account.result)} ${MARGIN_CURRENCY}`,
          ],
        ]}
      />
    </section>
  );
}
