import { Icon, IconButton, MenuRow, Sheet } from '@app/ui';
import { useNavigate } from 'react-router';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { useAfterClosing } from '../../../lib/use-after-closing.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { LIMITS_PATH } from '../seconds-texts.ts';
import { useTerms } from '../terms/terms-query.ts';

/** Opens the rules in a few sentences, with the pages that belong to bets. */
export function RulesButton({ symbol }: { symbol: string }) {
  const text = useText();
  const sheet = useSheet('bet-rules');
  return (
    <>
      <IconButton label={text('seconds.rules.title')} aria-haspopup="dialog" onClick={sheet.open}>
        <Icon name="help" />
      </IconButton>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('seconds.rules.title')}
        closeLabel={text('system.close')}
      >
        <Rules />
        <Ways symbol={symbol} close={sheet.close} isOpen={sheet.isOpen} />
      </Sheet>
    </>
  );
}

function Rules() {
  const text = useText();
  const { data } = useTerms();
  if (data === undefined) return null;
  const { entryDelayMs, voidAfterMs, cancelLeadMs } = data.terms;
  return (
    <ul className="gate__facts">
      <li className="gate__fact">{text('seconds.rules.entry', { delay: entryDelayMs / 1_000 })}</li>
      <li className="gate__fact">{text('seconds.rules.exit')}</li>
      <li className="gate__fact">{text('seconds.rules.equal')}</li>
      <li className="gate__fact">{text('seconds.rules.cancel', { lead: cancelLeadMs / 1_000 })}</li>
      <li className="gate__fact">{text('seconds.rules.void', { n: voidAfterMs / 1_000 })}</li>
      <li className="gate__fact">{text('seconds.rules.same')}</li>
    </ul>
  );
}

/** Pages around bets; those that are not open are left out. */
const WAYS = [
  { name: 'bets', icon: 'list', path: '/pages/transaction/seconds_order' },
  { name: 'stats', icon: 'hash', path: '/pages/plus/statistics' },
  { name: 'limits', icon: 'gauge', path: LIMITS_PATH },
] as const;

function Ways({ symbol, close, isOpen }: { symbol: string; close: () => void; isOpen: boolean }) {
  const text = useText();
  const navigate = useNavigate();
  const isOpenPage = useIsOpen();
  const afterwards = useAfterClosing(isOpen);
  const go = (path: string) => {
    afterwards(() => navigate(path))();
    close();
  };
  return (
    <div className="-mx-gutter">
      {WAYS.filter(({ path }) => isOpenPage(path)).map(({ name, icon, path }) => (
        <MenuRow key={name} icon={icon} label={text(`seconds.way.${name}`)} onClick={() => go(path)} />
      ))}
      <MenuRow
        icon="learn"
        label={text('seconds.way.guide')}
        onClick={() => go(`?${new URLSearchParams({ symbol, guide: '1' })}`)}
      />
    </div>
  );
}
