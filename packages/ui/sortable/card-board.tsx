import { VisuallyHidden } from '@mantine/core';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import { type Board, type BoardOptions, useBoard } from './use-board.ts';

const BoardContext = createContext<Board | null>(null);

export function useCards(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error('Cards stand on a board.');
  return board;
}

interface CardBoardProps extends BoardOptions {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function CardBoard({ className, children, ...options }: CardBoardProps) {
  const root = useRef<HTMLDivElement>(null);
  const board = useBoard(root, options);
  return (
    <BoardContext value={board}>
      <div ref={root} className={className} data-draggable={board.isDraggable}>
        {children}
        <VisuallyHidden role="status" aria-live="assertive">
          {board.told}
        </VisuallyHidden>
      </div>
    </BoardContext>
  );
}
