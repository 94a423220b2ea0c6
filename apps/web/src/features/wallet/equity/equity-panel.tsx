import { Panel } from '@app/ui';
import { MoneyActionsRow } from '../actions/money-actions-row.tsx';
import { EquityFigures } from './equity-figures.tsx';
import { EquityLoading } from './equity-loading.tsx';

/** `home.equity`: the user's equity against the start of the day. The actions never wait for data. */
export default function EquityPanel() {
  return (
    <section>
      <div className="min-h-48.5">
        <Panel loading={<EquityLoading />}>
          <EquityFigures />
        </Panel>
      </div>
      <div className="mt-2">
        <MoneyActionsRow />
      </div>
    </section>
  );
}
