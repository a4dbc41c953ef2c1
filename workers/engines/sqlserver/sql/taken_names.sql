SELECT DISTINCT CAST(name AS nvarchar(128)) AS name
FROM {database}sys.objects
WHERE name IN ({names})
ORDER BY name;
