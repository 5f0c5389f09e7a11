import { Component } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';
import { Button } from './button.tsx';
import css from './error-boundary.module.css';
import { ErrorPanel } from './error-panel.tsx';

export interface ErrorBoundaryProps {
  /** Name of the failed part, e.g. `This tab`. */
  readonly area: string;
  readonly children: ReactNode;
}

/** Confines a rendering error to one part of the window, reports it, and offers a retry. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly caught: AppError | undefined }> {
  override readonly state: { readonly caught: AppError | undefined } = { caught: undefined };

  static getDerivedStateFromError(thrown: unknown): { readonly caught: AppError } {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { caught: { kind: 'internal', message } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === undefined) return this.props.children;
    return (
      <div className={css['area']}>
        <ErrorPanel
          error={caught}
          title={`${this.props.area} could not be displayed`}
          actions={
            <Button small onClick={() => this.setState({ caught: undefined })}>
              Reload
            </Button>
          }
        />
      </div>
    );
  }
}
