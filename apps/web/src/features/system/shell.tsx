import { Empty, NavBar, Page } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../data/app/texts.ts';
import { useBack } from '../../data/app/use-back.ts';

type Props = { name: 'missing' | 'maintenance' | 'forced' | 'region'; action: ReactNode; isFinal?: boolean };

/** Renders a page that replaces all others: the reason, that the money is safe, and one action. */
export function Shell({ name, action, isFinal = false }: Props) {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('system.name')} {...(!isFinal && { back })} />}>
      <div className="middle">
        <Empty title={text(`system.${name}.title`)} text={text(`system.${name}.text`)} action={action} />
      </div>
    </Page>
  );
}
