import type { Output } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import { useMe } from '../../data/queries.ts';
import { sayValue, useSay } from '../../data/texts.ts';
import { dayText } from '../../lib/moments.ts';
import { useAddress } from '../../lib/use-address.ts';
import { type Column, DataTable, TableTools } from '../../parts/data-table.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { Who } from '../../parts/person.tsx';
import { AccountPane } from './account-pane.tsx';
import { NewAccountForm } from './new-account-form.tsx';

export type Account = Output<typeof routes.listStaff>['list'][number];

const NONE: readonly Account[] = [];

/** Lists staff accounts. Security invites and disables them; new ones and other roles take two people. */
export function PeopleScreen() {
  const say = useSay();
  const me = useMe();
  const address = useAddress();
  const language = useLook((look) => look.language);
  const [isNew, setNew] = useState(false);
  const { data } = useQuery({ queryKey: ['staff'], queryFn: () => call(routes.listStaff, {}), refetchInterval: 5_000 });
  const rows = data?.list ?? NONE;
  const isSecurity = me.roles.includes('security');
  const chosen = rows.find(({ id }) => String(id) === address.get('id'));
  const columns = useMemo((): readonly Column<Account>[] => {
    const stateOf = (account: Account) =>
      say(account.is_disabled ? 'people.disabled' : account.is_enrolled ? 'people.active' : 'people.invited');
    return [
      {
        id: 'name',
        title: say('people.name'),
        width: 'minmax(0,1fr)',
        text: ({ name }) => name,
        cell: ({ id }) => <Who name={`staff:${id}`} />,
      },
      { id: 'email', title: say('people.email'), width: 'minmax(0,1.2fr)', text: ({ email }) => email },
      {
        id: 'roles',
        title: say('account.roles'),
        width: 'minmax(0,1.4fr)',
        text: ({ roles }) => roles.map((role) => sayValue(say, 'role', role)).join(', '),
      },
      {
        id: 'passkey',
        title: say('people.passkey'),
        width: '88px',
        text: ({ has_passkey: has }) => say(has ? 'frame.yes' : 'frame.no'),
      },
      { id: 'since', title: say('people.since'), width: '112px', text: (it) => dayText(it.created_at, language) },
      { id: 'state', title: say('changes.state'), width: '96px', text: stateOf },
    ];
  }, [say, language]);
  return (
    <DeskPage
      title={say('people.title')}
      about={say('people.about')}
      end={
        isSecurity && (
          <button
            type="button"
            className="d-btn"
            onClick={() => {
              setNew(true);
              address.set({ id: undefined, pane: 'open' });
            }}
          >
            {say('people.new')}
          </button>
        )
      }
      aside={{
        label: say('people.pane'),
        isOpen: chosen !== undefined || (isNew && address.get('pane') === 'open'),
        onClose: () => {
          setNew(false);
          address.set({ id: undefined, pane: undefined });
        },
        body:
          chosen !== undefined ? (
            <AccountPane key={String(chosen.id)} account={chosen} isSecurity={isSecurity} />
          ) : isNew ? (
            <NewAccountForm />
          ) : (
            <p className="d-px py-4 text-ink-3">{say('people.choose')}</p>
          ),
      }}
      keys={[[['j', 'k'], say('keys.move')]]}
    >
      <section className="d-pane">
        <div className="d-bar">
          <span className="ml-auto flex gap-2">
            <TableTools name="staff" rows={rows} columns={columns} />
          </span>
        </div>
        <DataTable
          label={say('people.title')}
          rows={rows}
          columns={columns}
          idOf={({ id }) => String(id)}
          selected={address.get('id')}
          onSelect={(id) => {
            setNew(false);
            address.set({ id });
          }}
          empty={say('table.nothing')}
        />
      </section>
    </DeskPage>
  );
}
