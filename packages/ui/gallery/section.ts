import type { ReactNode } from 'react';

export type Section = { title: string; body: ReactNode; wide?: boolean };
