import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useLook } from '../../data/look.ts';
import { type Setting, useSettings } from '../../data/queries.ts';
import { nameOf } from '../../data/settings.ts';
import { sayValue, useSay } from '../../data/texts.ts';
import { momentText } from '../../lib/moments.ts';
import { useAddress } from '../../lib/use-address.ts';
import { type Column, DataTable, TableTools } from '../../parts/data-table.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { SwitchAction } from '../../parts/switch-action.tsx';

const NONE: readonly Setting[] = [];

/** Lists every kill switch. One person stops, two open. Where a product may be used is a setting of its own. */
export function SwitchesScreen() {
  const say = useSay();
  const go = useNavigate();
  const address = useAddress();
  const language = useLook((look) => look.language);
  const search = address.get('q') ?? '';
  const { data } = useSettings();
  const rows = useMemo(
    () =>
      data?.list.filter(({ key }) => key.startsWith('switch.') && key.toLowerCase().includes(search.toLowerCase())) ??
      NONE,
    [data, search],
  );
  const products = data?.list.filter(({ form }) => form.kind === 'product') ?? [];
  const columns = useMemo(
    (): readonly Column<Setting>[] => [
      {
        id: 'name',
        title: say('switch.switch'),
        width: 'minmax(0,1fr)',
        text: ({ key }) => sayValue(say, 'switch.name', nameOf(key).replaceAll(' ', '_')),
      },
      {
        id: 'state',
        title: say('switch.state'),
        width: '120px',
        text: ({ value }) => say(value === 'true' ? 'switch.running' : 'switch.stopped'),
        cell: ({ value }) => (
          <span className={value === 'true' ? 'd-live' : 'd-live d-live--off'}>
            {say(value === 'true' ? 'switch.running' : 'switch.stopped')}
          </span>
        ),
      },
      {
        id: 'since',
        title: say('settings.since'),
        width: '140px',
        text: ({ since }) => (since === null ? '—' : momentText(since, language)),
      },
      {
        id: 'act',
        title: say('switch.act'),
        width: '120px',
        text: () => '',
        cell: (setting) => <SwitchAction setting={setting} />,
      },
    ],
    [say, language],
  );
  return (
    <DeskPage
      title={say('switch.title')}
      about={say('switch.about')}
      end={<SearchBox label={say('switch.find')} value={search} onChange={(q) => address.set({ q })} />}
      keys={[
        [['j', 'k'], say('keys.move')],
        [['↵'], say('keys.history')],
      ]}
    >
      <section className="d-pane">
        <div className="d-bar">
          <span className="text-ink-3">{say('switch.countries')}</span>
          {products.map(({ key }) => (
            <button
              key={key}
              type="button"
              className="d-chip"
              onClick={() => void go(`/settings?key=${encodeURIComponent(key)}`)}
            >
              {nameOf(key)}
            </button>
          ))}
          <span className="ml-auto flex gap-2">
            <TableTools name="switches" rows={rows} columns={columns} />
          </span>
        </div>
        <DataTable
          label={say('switch.title')}
          rows={rows}
          columns={columns}
          idOf={({ key }) => key}
          selected={address.get('row')}
          onSelect={(row) => address.set({ row })}
          onOpen={({ key }) => void go(`/settings?key=${encodeURIComponent(key)}`)}
          empty={say('table.nothing')}
        />
      </section>
    </DeskPage>
  );
}
