import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '#console-kit/calls/queries.ts';
import { setOwnProjects } from '#console-kit/session/own-projects.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';

/** Keeps the projects of the person known to all screens. Shows nothing itself. */
export function ProjectsLoader() {
  const { data } = useQuery(query(listProjects, {}));
  useEffect(() => {
    if (data) setOwnProjects(data);
  }, [data]);
  return null;
}
