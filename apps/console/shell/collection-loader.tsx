import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { selectCollection, setCollections, useCollection } from '#console-kit/collection/collection.ts';
import { query } from '#console-kit/calls/queries.ts';
import { useProject } from '#console-kit/session/rights.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';

/** Keeps the collections of the project known to all screens, and the one of a link selected after it. Shows nothing itself. */
export function CollectionLoader() {
  const project = useProject();
  const { data } = useQuery({ ...query(listCollections, {}), enabled: project !== null });
  useEffect(() => {
    if (project && data) setCollections(project.id, data);
  }, [project, data]);
  const id = useCollection()?.id;
  useEffect(() => {
    if (id !== undefined) selectCollection(id);
  }, [id]);
  return null;
}
