-- Ends a statement that a guard has refused, so that none of its arms stays: the only PL/pgSQL there is.
create function stampbook_refuse(guard text) returns boolean language plpgsql volatile as $$
begin
  raise exception using errcode = 'SB001', message = guard;
end
$$;
