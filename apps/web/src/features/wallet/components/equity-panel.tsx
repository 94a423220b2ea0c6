import { Panel } from '@app/ui';
import { EquityActions } from './equity-actions.tsx';
import { EquityFigures } from './equity-figures.tsx';
import { EquityLoading } from './equity-loading.tsx';

/** `home.equity`: where somebody stands, against where their day began. What can be done about it never waits. */
export default function EquityPanel() {
  return (
    <section>
      <div className="min-h-48.5">
        <Panel loading={<EquityLoading />}>
          <EquityFigures />
        </Panel>
      </div>
      <EquityActions />
    </section>
  );
}
