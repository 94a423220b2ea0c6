import { ChoiceChip, CoinIcon } from '@app/ui';
import { useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { useFilterSheet } from '../../../lib/use-filter-sheet.ts';
import { OWN_ACCOUNTS } from '../transfer/transfer-form.ts';
import type { HistoryFilter } from './history-filter.ts';

type Props = { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void };

/** Filters by coin, of those the user owns, and by account, at either end. */
export function FilterChips({ filter, onChange }: Props) {
  const text = useText();
  const { data } = useBalances();
  const owned = data?.list.map(({ currency }) => currency) ?? [];
  const coins = [...new Set([...(filter.currency === undefined ? [] : [filter.currency]), ...owned])];
  return (
    <div className="px-gutter pt-3 pb-2">
      <div className="chips">
        <ChoiceChip
          sheet={useFilterSheet('coin')}
          closeLabel={text('system.close')}
          label={text('wallet.coin')}
          all={text('wallet.transfers.coins')}
          choices={coins.map((value) => ({ value, label: value, lead: <CoinIcon code={value} size={24} /> }))}
          value={filter.currency}
          onChoose={(currency) => onChange({ ...filter, currency })}
        />
        <ChoiceChip
          sheet={useFilterSheet('account')}
          closeLabel={text('system.close')}
          label={text('wallet.transfers.account')}
          all={text('wallet.transfers.accounts')}
          choices={OWN_ACCOUNTS.map((value) => ({ value, label: text(`wallet.account.${value}`) }))}
          value={filter.account}
          onChoose={(account) => onChange({ ...filter, account })}
        />
      </div>
    </div>
  );
}
