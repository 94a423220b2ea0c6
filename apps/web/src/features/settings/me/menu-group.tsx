import { MenuRow } from '@app/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { Line } from './menu.ts';

type Values = Readonly<Partial<Record<Line['path'], ReactNode>>>;

/** Rows that link to pages, each with its current value. */
export function MenuLines({ lines, values = {} }: { lines: readonly Line[]; values?: Values }) {
  const text = useText();
  const navigate = useNavigate();
  return lines.map(({ icon, label, path }) => (
    <MenuRow key={path} icon={icon} label={text(label)} value={values[path]} onClick={() => void navigate(path)} />
  ));
}

export const Group = ({ children }: { children: ReactNode }) => <div className="group mt-3">{children}</div>;
